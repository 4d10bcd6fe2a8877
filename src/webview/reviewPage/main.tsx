import { render } from 'preact';
import { connectHost } from '../elements/host.ts';
import { reviewMemory } from './host.ts';
import { ReviewPage } from './page.tsx';

const root = document.getElementById('page');
if (root) render(<ReviewPage host={connectHost(reviewMemory)} />, root);
