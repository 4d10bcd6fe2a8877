import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { HighlightedText } from '../../diff/lineText.tsx';
import type { Ranges } from '../../diff/ranges.ts';
import type { CommitView } from '../../../messages/commitPage.ts';
import { DiffStats } from '../diff/fileHeader.tsx';
import type { Find } from '../find/find.ts';
import type { Host } from '../host.ts';
import { Icon, IconButton } from '../../elements/icon.tsx';
import { SafeText } from '../../elements/safeText.tsx';
import { CopyButton } from '../../elements/copyButton.tsx';
import { Facts, type HeadProps } from './facts.tsx';
import { NavigationButtons } from './steps.tsx';
import { t } from '../../elements/texts.ts';

export function CommitHead(
  props: HeadProps & {
    /** Message below the title, without trailers. */
    readonly body: string;
    readonly find: Find;
  },
): VNode {
  const { commit, body, find, post } = props;
  const titleMatches = find.matchesInRow(-1, 0);
  return (
    <header class="head">
      <div class="identity">
        {props.subject && <NavigationButtons subject={props.subject} post={post} />}
        <span class="sha">
          <Icon name="git-commit" />
          <code title={commit.sha}>{commit.shortSha}</code>
          <CopyButton icon="copy" label={t('Copy the full SHA')} onCopy={() => post({ type: 'copySha' })} />
        </span>
        <span class="quiet">
          <SafeText text={commit.project} role="name" />
        </span>
        {commit.stats && <DiffStats additions={commit.stats.additions} deletions={commit.stats.deletions} />}
      </div>
      <h1>
        {commit.title === '' ? (
          <span class="quiet">{t('No commit message')}</span>
        ) : (
          <TextWithMatches text={commit.title} role="name" found={titleMatches} />
        )}
      </h1>
      <Actions commit={commit} post={post} />
      {body !== '' && <MessageBody body={body} matches={find.matchesInRow(-1, 1)} />}
      <Facts {...props} />
    </header>
  );
}

function Actions({ commit, post }: { readonly commit: CommitView; readonly post: Host['post'] }): VNode {
  return (
    <div class="actions" role="group" aria-label={t('Actions')}>
      <button type="button" class="button primary" onClick={() => post({ type: 'cherryPick' })}>
        {t('Cherry-Pick…')}
      </button>
      <button type="button" class="button" onClick={() => post({ type: 'revert' })}>
        {t('Revert…')}
      </button>
      <button type="button" class="button" onClick={() => post({ type: 'openAllChanges' })}>
        {t('Open All Changes')}
      </button>
      {commit.webUrl !== undefined && (
        <>
          <IconButton
            icon="link-external"
            label={t('Open in browser')}
            onClick={() => post({ type: 'openInBrowser' })}
          />
          <CopyButton icon="link" label={t('Copy link')} onCopy={() => post({ type: 'copyLink' })} />
        </>
      )}
    </div>
  );
}

const linesShown = 6;
/** Maximum line length in the style sheet. */
const lineCharacters = 100;

/** A long message is collapsed unless the current match is in it. */
function MessageBody({
  body,
  matches: matches,
}: {
  readonly body: string;
  readonly matches: Ranges | undefined;
}): VNode {
  const [isOpen, setOpen] = useState(false);
  const lines = body.split('\n').reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / lineCharacters)), 0);
  const isLong = lines > linesShown + 2;
  const isFolded = isLong && !isOpen && !matches?.some((part, index) => index % 3 === 2 && part === 1);
  return (
    <div class="messageBody">
      <pre class={isFolded ? 'folded' : ''} style={{ '--lines': linesShown }}>
        <TextWithMatches text={body} role="message" found={matches} />
      </pre>
      {isLong && (
        <button type="button" class="link" aria-expanded={!isFolded} onClick={() => setOpen(isFolded)}>
          {isFolded ? t('Show more') : t('Show less')}
        </button>
      )}
    </div>
  );
}

/** Text with search matches. */
function TextWithMatches({
  text,
  role,
  found: matches,
}: {
  readonly text: string;
  readonly role: 'name' | 'message';
  readonly found: Ranges | undefined;
}): VNode {
  // a space at the edge of a match isn't at the edge of the name
  return matches ? (
    <HighlightedText text={text} role="message" matches={matches} />
  ) : (
    <SafeText text={text} role={role} />
  );
}
