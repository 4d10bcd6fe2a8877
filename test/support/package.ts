// npm run package -- [file [demo opener file]] [--repository <url> [--publisher <name>] [--pre-release]]
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
