import { readExceptions } from '../../src/client/proxy/exceptions.ts';
import { matchesWildcard } from '../../src/wire/wildcard.ts';
import type { Inputs } from '../support/endsInTime.ts';

export const inputs: Inputs = {
  'a wildcard of many *': () => matchesWildcard(`${'*'.repeat(100_000)}x`, 'a'.repeat(100_000)),
  'a wildcard whose parts nearly fit': () => matchesWildcard(`*${'a'.repeat(50_000)}b*`, 'a'.repeat(100_000)),
  'a wildcard of many short parts': () => matchesWildcard(`${'*a'.repeat(100_000)}b`, 'a'.repeat(200_000)),
  'wildcards of proxy exceptions': () =>
    readExceptions(`${'*a'.repeat(50_000)}b.example`).cover(
      new URL(`https://${'a'.repeat(60)}.${'a'.repeat(60)}.example`),
    ),
};
