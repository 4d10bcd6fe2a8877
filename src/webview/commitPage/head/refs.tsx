import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { RefsView } from '../../../messages/commitPage.ts';
import { Icon } from '../../elements/icon.tsx';
import { SafeText } from '../../elements/safeText.tsx';

const refsShown = 10;

/** The branches and tags that contain the commit; beyond some they are folded. */
export function Refs({ refs }: { readonly refs: RefsView }): VNode {
  const [isOpen, setOpen] = useState(false);
  const all = [
    ...refs.branches.map((name) => ({ kind: 'branch', icon: 'git-branch', name }) as const),
    ...refs.tags.map((name) => ({ kind: 'tag', icon: 'tag', name }) as const),
  ];
  if (all.length === 0) {
    return <span class="quiet">{refs.more ? 'Too many branches and tags to list' : 'Not in any branch or tag'}</span>;
  }
  const hidden = all.length > refsShown + 2 ? all.length - refsShown : 0;
  const shown = isOpen ? all : all.slice(0, all.length - hidden);
  return (
    <div class="refs">
      <ul class="inline" aria-label="Branches and tags that contain this commit">
        {shown.map(({ kind, icon, name }) => (
          <li key={`${kind} ${name}`} class="chip" title={kind === 'branch' ? 'Branch' : 'Tag'}>
            <Icon name={icon} />
            <span class="forReaders">{kind} </span>
            <span>
              <SafeText text={name} role="name" />
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `${hidden} more`}
        </button>
      )}
      {refs.more && <span class="quiet">and others that are not listed</span>}
    </div>
  );
}
