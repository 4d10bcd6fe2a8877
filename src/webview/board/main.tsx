import { render } from 'preact';
import { BoardPage } from './page.tsx';
import { connectHost } from '../elements/host.ts';
import { boardMemory } from './host.ts';

const place = document.getElementById('page');
if (place) render(<BoardPage host={connectHost(boardMemory)} />, place);
