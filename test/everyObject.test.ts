import assert from 'node:assert/strict';
import { pageFacts } from '../src/client/foreignPage.ts';
import { firstOfEach } from '../src/client/undici/firstOfEach.ts';
import { isWritable, permissionMessage } from '../src/model/administration/memberRole.ts';
import { filled } from '../src/model/board/mergeRequestTemplate.ts';
import { isViewed } from '../src/model/reviews/viewedFiles.ts';
import { shownTexts } from '../src/model/text/shownText.ts';
import { changeByImport } from '../src/model/transfers/imports/importState.ts';
import { isIncomplete } from '../src/model/transfers/jobs/job.ts';
import { nestedParameters } from '../src/sandbox/formParameters.ts';
import { commitRecord } from '../src/sandbox/operations/commitRecord.ts';
import { runQuickActions } from '../src/sandbox/operations/quickActions.ts';
import { World } from '../src/sandbox/world/world.ts';
import { languageOf } from '../src/webview/diff/languageOf.ts';
import { mergeRequestMessage, pipelineMessage } from '../src/webview/elements/statusMessages.ts';

type Read = (word: string) => unknown;

/** Readers of server values, and their result for a name on `Object.prototype`. */
const readers: Readonly<Record<string, readonly [read: Read, expected: Read]>> = {
  'the state of an import': [
    (word) => {
      const imported = { id: 1, path_with_namespace: 'a/b', import_status: word, failed_relations: [] };
      return changeByImport(imported as unknown as Parameters<typeof changeByImport>[0], 'https://a', String).phase;
    },
    () => 'running',
  ],
  'a counter of an import': [(word) => isIncomplete({ fetched: { [word]: 1 }, imported: {} }), () => true],
  'a permission': [(word) => permissionMessage(`read_${word}`), (word) => `Read ${word.replaceAll('_', '')}`],
  'a character of a page': [(word) => pageFacts({}, Buffer.from(`<title>&${word};`)).title, (word) => `&${word};`],
  'a trailer of a commit': [
    (word) => {
      const person = { name: 'a', email: 'b', seconds: 0, offset: '+0000' };
      const commit = { sha: '', parents: [], message: '', author: person, committer: person };
      const given = [{ url: '' }, { path: 'a' }, commit, [[word, 'x']]] as unknown as Parameters<typeof commitRecord>;
      return commitRecord(...given).extended_trailers?.[word];
    },
    () => ['x'],
  ],
  'a permission that is sent': [isWritable, () => false],
  'a header of an answer': [
    (word) => Object.entries(firstOfEach(Object.fromEntries([[word, 'x']]))),
    (word) => [[word, 'x']],
  ],
  'a state of a pipeline': [(word) => pipelineMessage(word).icon, () => 'question'],
  'a state of a merge request': [(word) => mergeRequestMessage(word).icon, () => 'git-pull-request'],
  'a name and the ending of a file': [
    (word) => [languageOf(word), languageOf(`a.${word}`)],
    () => [undefined, undefined],
  ],
  'a file that is viewed': [
    (word) => isViewed({}, { change: { newPath: word } } as Parameters<typeof isViewed>[1]),
    () => false,
  ],
  'a word in braces': [
    (word) => filled(`{${word}}`, { target: 'a', commits: [], originals: [] }),
    (word) => `{${word}}`,
  ],
  'an encoding of the settings': [(word) => shownTexts([Buffer.from('\xfc', 'latin1')], word), () => ['ü']],
  'a quick action': [(word) => runQuickActions(`/${word}`, {}), (word) => ({ text: `/${word}`, changes: {} })],
  'a field of a form': [(word) => Object.entries(nestedParameters([[word, 'x']])), (word) => [[word, 'x']]],
  'the name of a token': [
    (word) => {
      const state = { projects: [], tokens: [{ id: 1, name: word, secret: 'x' }] };
      return new World('', state as unknown as ConstructorParameters<typeof World>[1]).secretOf(word);
    },
    () => 'x',
  ],
};

describe('words of a server that every object has as names', () => {
  for (const [name, [read, expected]] of Object.entries(readers)) {
    for (const word of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      it(`are words: ${name}, ${word}`, async () => assert.deepEqual(await read(word), await expected(word)));
    }
  }
});
