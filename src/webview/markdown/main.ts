import type { ParseMarkdown } from './markdownTree.ts';
import { parseMarkdown } from './parseMarkdown.ts';

// a bundle of its own, loaded when the first note is shown: this is where the page finds it
(globalThis as { graftMarkdown?: ParseMarkdown }).graftMarkdown = parseMarkdown;
