declare module 'milsymbol/parts' {
  import type ms from 'milsymbol';
  const base: typeof ms & { addIcons(icons: unknown): void };
  export { base as ms };
  export const letterground: unknown;
}
