import { render } from 'preact';
import { connectHost } from '../elements/host.ts';
import { pageMemory } from './host.ts';
import { MergeRequestPage } from './page.tsx';

const root = document.getElementById('page');
if (root) render(<MergeRequestPage host={connectHost(pageMemory)} />, root);
