import { render } from 'preact';
import type { FromComposer } from '../../messages/composer.ts';
import { connectHost, noMemory } from '../elements/host.ts';
import { Page } from './page.tsx';

const root = document.getElementById('page');
if (root) render(<Page host={connectHost<FromComposer>(noMemory)} />, root);
