// npm run check [name…]: lint, types and format, or only the named checks.
import { listChecks } from './run/checks.ts';

const wanted = process.argv.slice(2);
const checks = listChecks().filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const results = await Promise.all(
  checks.map(async ({ name, run }) => {
    const { code, output } = await run();
    console.log(`  ${code === 0 ? '✔' : '✘'} ${name}${code === 0 ? '' : `\n${output}`}`);
    return code;
  }),
);
const failed = results.filter((code) => code !== 0).length;
if (failed > 0) console.log(`${failed} of the checks failed`);
process.exitCode = checks.length > 0 && failed === 0 ? 0 : 1;
