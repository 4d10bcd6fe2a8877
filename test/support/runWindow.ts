// node runWindow.ts <grep or ''> <files…>: sends a TestResult to the parent.
import { endWithParent } from './run/endWithParent.ts';
import { findHostSuites, runHostWindow } from './window/hostSuite.ts';

const [grep = '', ...files] = process.argv.slice(2);
endWithParent();
const result = await runHostWindow(findHostSuites(files), { grep });
process.send?.(result, undefined, undefined, () => process.exit(result.failed > 0 ? 1 : 0));
