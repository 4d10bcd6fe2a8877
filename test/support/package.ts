// npm run package: builds the file that users install; `--repository <url> [--publisher <name>] [--pre-release]`: the one to
// publish.
// `<file>` writes another file, `<file> <file>` also the extension that opens a demo.
import { parseArgs } from 'node:util';
import { packageDemoOpener, packageExtension } from './packaging.ts';

try {
  const options = {
    repository: { type: 'string' },
    publisher: { type: 'string' },
    'pre-release': { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [file, openerFile] = positionals;
  await packageExtension(file, { ...values, preRelease: values['pre-release'] });
  if (openerFile !== undefined) await packageDemoOpener(openerFile);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
