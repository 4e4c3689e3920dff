/** Tells the player that the move is theirs: in the title, by a sound, by the desktop. */

import { settings } from './settings.svelte';

const PLAIN = 'Sandtable';

let titled = 0;

/** What the browser's tab says; set behind what is shown on the page, which it would hold up. */
export function setTitle(text: string): void {
  const title = text ? `${text} · ${PLAIN}` : PLAIN;
  clearTimeout(titled);
  titled = window.setTimeout(() => document.title !== title && (document.title = title), 100);
}

function chime(): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.connect(context.destination);
  volume.gain.setValueAtTime(0.12, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.7);
  for (const [i, pitch] of [523.25, 783.99].entries()) {
    const tone = context.createOscillator();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    tone.connect(volume);
    tone.start(context.currentTime + i * 0.14);
    tone.stop(context.currentTime + 0.7);
  }
  setTimeout(() => void context.close(), 900);
}

export function noticeTurn(game: string, prompt: string): void {
  if (settings.kept.sound) chime();
  if (document.hidden && settings.kept.notices && 'Notification' in window && Notification.permission === 'granted') {
    new Notification(`${game}: your move`, { body: prompt, icon: 'icon.svg', tag: 'sandtable' });
  }
}

/** Asks for leave once, when the player turns notices on. */
export async function allowNotices(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
