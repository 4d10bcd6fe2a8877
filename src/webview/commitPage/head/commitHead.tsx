import type { VNode } from 'preact';
import type { CommitView } from '../../../messages/commitPage.ts';
import { Counts } from '../diff/fileHeader.tsx';
import type { Host } from '../host.ts';
import { Icon } from '../../elements/icon.tsx';
import type { Parts } from '../pageState.ts';
import { SafeText } from '../../elements/safeText.tsx';
import { Actions } from './actions.tsx';
import { CopyButton } from '../../elements/copyButton.tsx';
import { Facts } from './facts.tsx';
import { MessageBody } from './messageBody.tsx';
import { Steps } from './steps.tsx';
import { withoutTrailers } from './trailers.ts';

/** What the parts of the head work with. */
export interface HeadProps {
  readonly commit: CommitView;
  readonly parts: Parts;
  readonly subject: Host['subject'];
  readonly post: Host['post'];
  readonly retry: (what: keyof Parts) => void;
}

/** The head of the page: the commit's message, what can be done with it and what is known about it. */
export function CommitHead(props: HeadProps): VNode {
  const { commit, post } = props;
  const body = withoutTrailers(commit.body, commit.trailers);
  return (
    <header class="head">
      <div class="identity">
        {props.subject && <Steps subject={props.subject} post={post} />}
        <span class="sha">
          <Icon name="git-commit" />
          <code title={commit.sha}>{commit.shortSha}</code>
          <CopyButton icon="copy" label="Copy the full SHA" onCopy={() => post({ type: 'copySha' })} />
        </span>
        <span class="quiet">
          <SafeText text={commit.project} role="name" />
        </span>
        {commit.stats && <Counts additions={commit.stats.additions} deletions={commit.stats.deletions} />}
      </div>
      <h1>
        {commit.title === '' ? (
          <span class="quiet">No commit message</span>
        ) : (
          <SafeText text={commit.title} role="name" />
        )}
      </h1>
      <Actions commit={commit} post={post} />
      {body !== '' && <MessageBody body={body} />}
      <Facts {...props} />
    </header>
  );
}
