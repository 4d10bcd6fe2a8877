import { render } from 'preact';
import { connectHost } from './host.ts';
import { Page } from './page.tsx';

const root = document.getElementById('page');
if (root) render(<Page host={connectHost()} />, root);
