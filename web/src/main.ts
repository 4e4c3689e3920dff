import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './print.css';

mount(App, { target: document.getElementById('app')! });
