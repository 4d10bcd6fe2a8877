import path from 'node:path';
import { globsOf, wideGlobsOf } from '../../src/model/branchPattern.ts';
import { logEnd } from '../../src/model/mergeRequests/pipelines.ts';
import { hasBrokenSuggestion, noteParts, withSuggestionsShown } from '../../src/model/reviews/suggestion.ts';
import { hostNameOf } from '../../src/model/sshConfig.ts';
import type { Inputs } from '../support/endsInTime.ts';

const names = ['a'.repeat(4_000), 'a/'.repeat(2_000)];
const matchGlobs = (globs: readonly string[]): void => {
  for (const glob of globs) for (const name of names) path.posix.matchesGlob(name, glob);
};

export const inputs: Inputs = {
  'globs of a rule with many *': () => matchGlobs(globsOf(`${'*a'.repeat(8)}*b`)),
  'globs of a rule with two *': () => matchGlobs(globsOf('*a*b')),
  'wide globs of a rule with many *': () => matchGlobs(wideGlobsOf(`${'*a'.repeat(8)}*b`)),
  'patterns of an ssh configuration': () =>
    hostNameOf(`Host ${'*a'.repeat(50_000)}b ${'?*'.repeat(9)}b`, 'a'.repeat(250)),
  'lines of an ssh configuration': () => hostNameOf(`Host${' '.repeat(1e6)}\u0000\nHost x${' '.repeat(1e6)}x`, 'a'),
  'a log of carriage returns': () => logEnd(`${'\r'.repeat(1e6)}x`),
  'a log of section marks without an end': () => logEnd('section_end:0:'.repeat(200_000)),
  'a note of suggestions without an end': () => noteParts('```suggestion\n'.repeat(300_000)),
  'a note of suggestions': () => noteParts('```suggestion\n```\n'.repeat(300_000)),
  'a note of broken suggestions': () => hasBrokenSuggestion('```suggestion  \n\n  x'.repeat(100_000)),
  'a note of suggestions for 200 lines each': () =>
    withSuggestionsShown('```suggestion:-100+100\n```\n'.repeat(50_000), 101, () =>
      Array.from({ length: 201 }, () => 'x'.repeat(100)),
    ),
  'a suggestion of very many lines': () =>
    withSuggestionsShown(`\`\`\`suggestion\n${'x\n'.repeat(500_000)}\`\`\``, 1, () => ['x']),
};
