import { render } from 'preact';
import { App } from './app/app.tsx';
import { listenForShortcuts } from './app/keys.ts';
import { trackLocation } from './app/location.ts';
import { loadSession } from './app/session.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/print.css';

trackLocation();
listenForShortcuts();
void loadSession();
const root = document.getElementById('app');
if (root) render(<App />, root);
