import { render } from 'preact';
import { connectHost } from './host.ts';
import { JobPage } from './page.tsx';

const place = document.getElementById('page');
if (place) render(<JobPage host={connectHost()} />, place);
