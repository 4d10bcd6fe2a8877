import { render } from 'preact';
import { connectHost } from '../elements/host.ts';
import { tableMemory } from './host.ts';
import { JobPage } from './page.tsx';

const place = document.getElementById('page');
if (place) render(<JobPage host={connectHost(tableMemory)} />, place);
