import assert from 'node:assert/strict';
import * as v from 'valibot';
import { catalogue, type OperationName } from '../../src/wire/catalogue.ts';
import { payloadNames, payloadText } from '../support/fixtures.ts';
import { hostileTexts } from '../support/servers/hostileTexts.ts';
import { hasRecords } from './reading.ts';

/** Paths of SHA-like texts, such as `0.commit.id`. */
const hashes = (value: unknown, at = ''): readonly string[] => {
  if (typeof value === 'string') return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value) ? [at.slice(1)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => hashes(field, `${at}.${name}`));
};

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((each, name) => (each as Readonly<Record<string, unknown>> | undefined)?.[name], value);

const replaced = (value: unknown, [name = '', ...rest]: readonly string[], text: string): unknown => {
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = rest.length === 0 ? text : replaced(copy[name], rest, text);
  return copy;
};

/** Content hashes and thread IDs, which are no SHAs. */
const isOther = (name: OperationName, place: string): boolean =>
  /(^|\.)(content_sha256|discussion_id|reply_id)$/.test(place) ||
  (/Discussion/.test(name) && /^(\d+\.)?id$/.test(place));

describe('hashes in answers', () => {
  const texts = [...hostileTexts('/tmp', 'c0ffee'.repeat(6)), 'HEAD', 'main', 'c0ffee', 'C0FFEE01'.repeat(5)];
  /** Positions repeat what their authors sent. */
  const isAllowed = (place: string, text: string): boolean =>
    text === '' || (text === 'c0ffee' && /position\.\w+_sha$/.test(place));

  for (const file of payloadNames()) {
    const name = file.split('.')[0] as OperationName;
    const payload: unknown = JSON.parse(payloadText(file));
    const { answer } = catalogue[name];
    const places = hashes(payload).filter((place) => !isOther(name, place));
    if (places.length > 0 && hasRecords(answer))
      it(`${file} has nothing else in their places`, () => {
        const schema = answer.kind === 'page' ? v.array(answer.schema) : answer.schema;
        for (const place of places) {
          for (const text of texts.filter((each) => !isAllowed(place, each))) {
            const path = place.split('.');
            const { issues, output } = v.safeParse(schema, replaced(payload, path, text));
            // ignored fields are absent
            if (issues === undefined) assert.equal(at(output, path), undefined, `${place}: ${text}`);
            else assert.equal(v.getDotPath(issues[0]), place);
          }
        }
      });
  }
});
