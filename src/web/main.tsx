import { render } from 'preact';
import { App } from './app/app.tsx';
import { followKeys } from './app/keys.ts';
import { followLocation } from './app/location.ts';
import { loadSession } from './app/session.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';

followLocation();
followKeys();
void loadSession();
const root = document.getElementById('app');
if (root) render(<App />, root);
