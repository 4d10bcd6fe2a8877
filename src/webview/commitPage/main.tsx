import { render } from 'preact';
import { connectHost } from '../elements/host.ts';
import { commitMemory } from './host.ts';
import { Page } from './page.tsx';

const place = document.getElementById('page');
if (place) render(<Page host={connectHost(commitMemory())} />, place);
