import assert from 'node:assert/strict';
import { pageFacts } from '../src/client/foreignPage.ts';
import { permissionMessage } from '../src/model/administration/memberRole.ts';
import { changeByImport } from '../src/model/transfers/imports/importState.ts';
import { isIncomplete } from '../src/model/transfers/jobs/job.ts';
import { commitRecord } from '../src/sandbox/operations/commitRecord.ts';

type Read = (word: string) => unknown;

/** Readers of words of a server, and what they make of one that is the name of a member of every object. */
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
};

describe('words of a server that every object has as names', () => {
  for (const [name, [read, expected]] of Object.entries(readers)) {
    for (const word of ['constructor', 'toString', '__proto__']) {
      it(`are words: ${name}, ${word}`, () => assert.deepEqual(read(word), expected(word)));
    }
  }
});
