// Builds dist/ unless its sources are unchanged.
import { buildExtension } from './run/commands.ts';

const { code, output } = await buildExtension();
console.log(output);
process.exitCode = code;
