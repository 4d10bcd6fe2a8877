// npm run docs
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { operationsPage } from './sources/operationsPage.ts';
import { rootFolder } from './paths.ts';

const folder = path.join(rootFolder, 'docs');
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'operations.md'), await operationsPage());
console.log('docs/operations.md');
