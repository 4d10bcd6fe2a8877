import { render } from 'preact';
import { BoardPage } from './page.tsx';
import { connectHost } from './host.ts';

const place = document.getElementById('page');
if (place) render(<BoardPage host={connectHost()} />, place);
