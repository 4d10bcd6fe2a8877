// Builds everything the extension runs into dist/, unless it was built of the same sources before.
import { buildExtension } from './commands.ts';

const { code, output } = await buildExtension();
console.log(output);
process.exitCode = code;
