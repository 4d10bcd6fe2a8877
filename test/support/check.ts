// npm run check: types, lint and format.
import { runChecks } from './checks.ts';

const failed = (await runChecks()).filter((result) => result.failed > 0).length;
if (failed > 0) {
  console.log(`${failed} of the checks failed`);
  process.exitCode = 1;
}
