import assert from 'node:assert/strict';
import { readExceptions } from '../../src/client/proxy/exceptions.ts';
import { readErrorBody } from '../../src/client/errorBody.ts';
import { pageFacts } from '../../src/client/foreignPage.ts';
import { parseJson } from '../../src/client/jsonBody.ts';
import { nextPage } from '../../src/client/pages.ts';
import { Secrets } from '../../src/client/redactSecrets.ts';
import { matchesWildcard } from '../../src/wire/wildcard.ts';
import type { Inputs } from '../support/run/endsInTime.ts';

export const inputs: Inputs = {
  'a wildcard of many *': () => matchesWildcard(`${'*'.repeat(100_000)}x`, 'a'.repeat(100_000)),
  'a wildcard whose parts nearly fit': () => matchesWildcard(`*${'a'.repeat(50_000)}b*`, 'a'.repeat(100_000)),
  'a wildcard of many short parts': () => matchesWildcard(`${'*a'.repeat(100_000)}b`, 'a'.repeat(200_000)),
  'wildcards of proxy exceptions': () =>
    readExceptions(`${'*a'.repeat(50_000)}b.example`).cover(
      new URL(`https://${'a'.repeat(60)}.${'a'.repeat(60)}.example`),
    ),
  'words of very many fields': () =>
    readErrorBody({ message: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`${at}`, ['a', ['b']]])) }),
  'a page of titles': () => pageFacts({}, Buffer.from('<title '.repeat(500_000))),
  'an answer of brackets': () => assert.throws(() => parseJson({}, Buffer.from('['.repeat(5e6)))),
  'links without an end': () => nextPage({ link: '<'.repeat(500_000) + '<a>;'.repeat(200_000) }, 1),
  'words that begin as a secret does': () =>
    new Secrets(['aaaaaaaab', 'a'.repeat(200)]).clean(`${`${'a'.repeat(199)} `.repeat(5_000)}${'a'.repeat(100)}…`),
};
