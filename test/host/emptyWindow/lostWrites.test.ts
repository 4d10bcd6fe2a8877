import assert from 'node:assert/strict';
import { RequestError, type RequestErrorFacts } from '../../../src/client/errors.ts';
import { type LostWrite, lostWrite } from '../../../src/host/kit/lostWrites.ts';
import { whyRefused } from '../../../src/host/reviews/send.ts';
import { importRules } from '../../../src/host/transfers/imports/rules.ts';
import { serviceRules } from '../../../src/host/transfers/imports/services/rules.ts';

const failed = (facts: Partial<RequestErrorFacts>): RequestError =>
  new RequestError({
    ...{ failure: 'cancelled', outcome: 'unknown', reference: 'D5', method: 'POST', isChange: true },
    ...{ address: 'https://gitlab.example.com/api/v4/x', ...facts },
  });

describe('what is said of a write in a review', () => {
  const lost: Readonly<Record<LostWrite, readonly [notDone: RegExp, unknown: RegExp]>> = {
    text: [/^The server still has the previous/, /^It is unknown which text/],
    comment: [/^The comment has not appeared/, /^It is unknown whether the server has the comment/],
    commentDeletion: [/^The comment is still there/, /^It is unknown whether the comment was deleted/],
    draftDeletion: [/^The draft was not deleted/, /^It is unknown whether the draft was deleted/],
    draftMove: [/^The draft was not moved/, /^It is unknown whether the draft was moved/],
    thread: [/^The thread is unchanged/, /^It is unknown whether the thread was changed/],
    suggestion: [/^Nothing was applied/, /^It is unknown whether anything was applied/],
    summary: [/^The comment has not appeared/, /^It is unknown whether the comment was published/],
    job: [/^Nothing was started/, /^It is unknown whether it has started/],
    mergeRequest: [/^No merge request was created/, /^It is unknown whether the merge request was created/],
    approval: [/^It is not approved so far/, /^It is unknown whether it was approved/],
  };

  for (const [what, [notDone, unknown]] of Object.entries(lost) as [LostWrite, readonly [RegExp, RegExp]][])
    it(`begins with its effect when the answer was lost, also by cancelling: ${what}`, () => {
      const cause = failed({});
      for (const [kind, said] of [
        ['notDone', notDone],
        ['unknown', unknown],
      ] as const) {
        assert.match(lostWrite(what, { kind, cause }), said);
        assert.match(lostWrite(what, { kind, cause }), /\. Cancelled\.$/);
      }
    });

  const refusals: readonly (readonly [Partial<RequestErrorFacts>, RegExp])[] = [
    [{ outcome: 'notSent', failure: 'unreachable', detail: 'ECONNREFUSED' }, /^Nothing was sent\. .* can’t be reached/],
    [{ outcome: 'unknown' }, /^It is unknown whether this was done\..* Cancelled\.$/],
    [{ outcome: 'answered', failure: 'refused', status: 400 }, /^Nothing was changed\. gitlab\.example\.com refused/],
    [
      { outcome: 'answered', failure: 'refused', status: 400, serverMessage: 'line_code is invalid' },
      /^Nothing was changed\. The server can’t find this line/,
    ],
    [
      { outcome: 'answered', failure: 'refused', status: 405 },
      /^Nothing was changed\. This server accepts drafts only/,
    ],
  ];

  for (const [facts, said] of refusals)
    it(`begins with its effect when it was refused: ${JSON.stringify(facts)}`, () =>
      assert.match(whyRefused(failed(facts)), said));
});

describe('what is said of an import that was not begun', () => {
  const none = async (): Promise<unknown> => ({ import_status: 'none' });
  const missing = () => Promise.reject(failed({ failure: 'notFound', outcome: 'answered', status: 404 }));
  const from = { importType: 'github', mayLandAt: ['a/b'] };
  const looks = [
    ['gitImport', undefined, none, /^Nothing was created\. The connection dropped; .* never started\.$/],
    ['githubImport', from, missing, /^Nothing was created\. The connection dropped; .* never started\.$/],
    [
      'githubGists',
      undefined,
      none,
      /^It is unknown whether the import started: .* Check your snippets\. You can safely/,
    ],
  ] as const;

  for (const [kind, details, send, said] of looks)
    it(`begins with its effect: ${kind}`, async () => {
      const subject = { type: 'project', path: 'a/b', ...(kind === 'gitImport' && { id: 1 }) };
      const job = { kind, subject, details, phase: 'unclear', startedAtMs: 0 };
      const { error } = await { ...importRules, ...serviceRules }[kind].look(
        job as never,
        { client: { send } } as never,
      );
      assert.match(error?.words ?? '', said);
    });
});
