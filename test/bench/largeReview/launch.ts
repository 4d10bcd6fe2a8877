import type { Launch } from '../../support/window/hostSuite.ts';
import { sampleWindow } from '../../support/window/sampleWindow.ts';
import { fileOf, type LargeReviewWorld, linesOfFile, size } from './world.ts';

const target = 'large/target';
const source = 'large/source';

/** Creates a large merge request through the API. */
export const prepare = (): Promise<Launch> =>
  sampleWindow(async ({ url, project, tokens }): Promise<LargeReviewWorld> => {
    const { GRAFT_REVIEW_ROUNDS: rounds = '1', GRAFT_REVIEW_RESULT: resultFile = '' } = process.env;
    const ask = async <T>(as: 'maintainer' | 'developer', method: string, path: string, body?: object): Promise<T> => {
      const headers = { 'private-token': tokens[as], 'content-type': 'application/json' };
      const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const answer = await fetch(`${url}/api/v4/projects/${encodeURIComponent(project)}/${path}`, sent);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const text = Array.from({ length: linesOfFile }, (_, line) => `export const value${line} = ${line};\n`).join('');
    await ask('developer', 'POST', 'repository/branches', { branch: target, ref: 'main' });
    await ask('developer', 'POST', 'repository/commits', {
      branch: source,
      start_branch: target,
      commit_message: 'Add many files',
      actions: Array.from({ length: size.files }, (_, index) => ({
        action: 'create',
        file_path: fileOf(index),
        content: text,
      })),
    });
    const user = await fetch(`${url}/api/v4/user`, { headers: { 'private-token': tokens.maintainer } });
    const { id } = (await user.json()) as { readonly id: number };
    const request = { source_branch: source, target_branch: target, title: 'Many files', reviewer_ids: [id] };
    const { iid } = await ask<{ iid: number }>('developer', 'POST', 'merge_requests', request);
    const { diff_refs: refs } = await ask<{ diff_refs: object }>('developer', 'GET', `merge_requests/${iid}`);
    const positionOf = (index: number): object => {
      const path = fileOf(index % size.files);
      const line = (Math.floor(index / size.files) * 7) % linesOfFile;
      return { ...refs, position_type: 'text', old_path: path, new_path: path, new_line: line + 1 };
    };
    const many = async (count: number, make: (index: number) => Promise<unknown>): Promise<void> => {
      const left = Array.from({ length: count }, (_, index) => index);
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let index = left.shift(); index !== undefined; index = left.shift()) await make(index);
        }),
      );
    };
    await many(size.threads, (index) => {
      const body = `Is value ${index} right? **Please** look at \`value${index % linesOfFile}\` once more.`;
      return ask('developer', 'POST', `merge_requests/${iid}/discussions`, { body, position: positionOf(index) });
    });
    await many(size.drafts, (index) => {
      const position = positionOf(index + 3 * size.files);
      return ask('maintainer', 'POST', `merge_requests/${iid}/draft_notes`, { note: `Draft ${index}`, position });
    });
    return { iid, rounds: Number(rounds), resultFile };
  });
