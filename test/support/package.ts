// npm run package: builds the file that users install.
// `<file>` writes another file, `<file> <file>` also the extension that opens a demo.
import { packageDemoOpener, packageExtension } from './packaging.ts';

try {
  const [file, openerFile] = process.argv.slice(2);
  await packageExtension(file);
  if (openerFile !== undefined) await packageDemoOpener(openerFile);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
