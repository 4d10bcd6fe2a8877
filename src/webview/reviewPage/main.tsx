import { render } from 'preact';
import { connectHost } from './host.ts';
import { ReviewPage } from './page.tsx';

const root = document.getElementById('page');
if (root) render(<ReviewPage host={connectHost()} />, root);
