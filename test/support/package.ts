// npm run package: builds the file that users install; `--repository <url> [--publisher <name>]` the one to publish.
// `<file>` writes another file, `<file> <file>` also the extension that opens a demo.
import { parseArgs } from 'node:util';
import { packageDemoOpener, packageExtension } from './packaging.ts';

try {
  const options = { repository: { type: 'string' }, publisher: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [file, openerFile] = positionals;
  await packageExtension(file, values);
  if (openerFile !== undefined) await packageDemoOpener(openerFile);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
