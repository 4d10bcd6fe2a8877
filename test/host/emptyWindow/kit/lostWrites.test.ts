import assert from 'node:assert/strict';
import { RequestError, type RequestErrorFacts } from '../../../../src/client/errors.ts';
import { lostWriteMessage } from '../../../../src/host/kit/words/lostWrites.ts';
import { refusalMessage } from '../../../../src/host/reviews/drafts/sendComment.ts';
import { importRules } from '../../../../src/host/transfers/imports/rules.ts';
import { serviceRules } from '../../../../src/host/transfers/imports/services/rules.ts';

const failed = (facts: Partial<RequestErrorFacts>): RequestError =>
  new RequestError({
    ...{ failure: 'cancelled', outcome: 'unknown', reference: 'D5', method: 'POST', isChange: true },
    ...{ address: 'https://gitlab.example.com/api/v4/x', ...facts },
  });

describe('what is said of a write in a review', () => {
  it('begins with its effect when the answer was lost, also by cancelling', () => {
    const cause = failed({});
    assert.match(
      lostWriteMessage('text', { kind: 'notDone', cause }),
      /^The server still has the previous.*\. Cancelled\.$/,
    );
    assert.match(
      lostWriteMessage('job', { kind: 'unknown', cause }),
      /^It is unknown whether it has started.*\. Cancelled\.$/,
    );
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
      assert.match(refusalMessage(failed(facts)), said));
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
      const { error } = await { ...importRules, ...serviceRules }[kind].poll(
        job as never,
        { client: { send } } as never,
      );
      assert.match(error?.words ?? '', said);
    });
});
