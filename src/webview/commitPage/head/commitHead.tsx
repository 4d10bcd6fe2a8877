import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CommitView } from '../../../messages/commitPage.ts';
import { Counts } from '../diff/fileHeader.tsx';
import type { Host } from '../host.ts';
import { Icon, IconButton } from '../../elements/icon.tsx';
import { SafeText } from '../../elements/safeText.tsx';
import { CopyButton } from '../../elements/copyButton.tsx';
import { Facts, type HeadProps } from './facts.tsx';
import { Steps } from './steps.tsx';
import { withoutTrailers } from './trailers.ts';

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

/** What can be done with the commit. */
function Actions({ commit, post }: { readonly commit: CommitView; readonly post: Host['post'] }): VNode {
  return (
    <div class="actions" role="group" aria-label="Actions">
      <button type="button" class="button primary" onClick={() => post({ type: 'cherryPick' })}>
        Cherry-pick…
      </button>
      <button type="button" class="button" onClick={() => post({ type: 'revert' })}>
        Revert…
      </button>
      <button type="button" class="button" onClick={() => post({ type: 'openAllChanges' })}>
        Open All Changes
      </button>
      {commit.webUrl !== undefined && (
        <>
          <IconButton icon="link-external" label="Open in browser" onClick={() => post({ type: 'openInBrowser' })} />
          <CopyButton icon="link" label="Copy link" onCopy={() => post({ type: 'copyLink' })} />
        </>
      )}
    </div>
  );
}

const linesShown = 16;

/** The message below the title, as it was written; a long one is folded. */
function MessageBody({ body }: { readonly body: string }): VNode {
  const [isOpen, setOpen] = useState(false);
  const lines = body.replaceAll('\r\n', '\n').split('\n');
  const hidden = lines.length > linesShown + 4 ? lines.length - linesShown : 0;
  const shown = isOpen || hidden === 0 ? lines : lines.slice(0, linesShown);
  return (
    <div class="messageBody">
      <pre>
        <SafeText text={shown.join('\n')} role="message" />
      </pre>
      {hidden > 0 && (
        <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show ${hidden} more lines`}
        </button>
      )}
    </div>
  );
}
