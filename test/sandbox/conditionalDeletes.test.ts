import assert from 'node:assert/strict';
import type { Note } from '../../src/wire/notes.ts';
import { orchard, segment, withSandbox } from './driving.ts';
import { send } from './sending.ts';

describe('what is deleted only if it has not changed since', () => {
  const run = withSandbox();
  const deleted = async (path: string, since: string) => {
    const { status, text } = await send(run(), 'DELETE', path, { headers: { 'if-unmodified-since': since } });
    return `${status} ${text}`.trim();
  };
  const before = 'Mon, 05 Jan 2026 10:00:00 GMT';
  const after = (): string => new Date(Date.now() + 60_000).toUTCString();
  const note = async (path: string) => (await run().post<Note>(path, { body: 'one' })).json.id;

  const things: Readonly<Record<string, () => Promise<string>>> = {
    async 'R16 a branch'() {
      const { status } = await run().post(`${orchard}/repository/branches`, { branch: 'going', ref: 'main' });
      assert.equal(status, 201);
      return `${orchard}/repository/branches/going`;
    },
    async 'MR23 a note of a merge request'() {
      const notes = `${orchard}/merge_requests/7/notes`;
      return `${notes}/${await note(notes)}`;
    },
    async 'C10e a note of a commit'() {
      const discussions = `${orchard}/repository/commits/${segment(run().sandbox.commits.clean)}/discussions`;
      const { json } = await run().post<{ readonly id: string; readonly notes: readonly Note[] }>(discussions, {
        body: 'one',
      });
      return `${discussions}/${json.id}/notes/${json.notes[0]?.id}`;
    },
  };
  for (const [what, make] of Object.entries(things)) {
    it(`is ${what}`, async () => {
      const path = await make();
      assert.equal(await deleted(path, before), '412 {"message":"412 Precondition Failed"}');
      assert.equal(await deleted(path, after()), '204');
    });
  }
});
