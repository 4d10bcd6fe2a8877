import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { IconName } from '../../messages/icons.ts';
import { IconButton } from './icon.tsx';
import { t } from './texts.ts';

const shownMs = 1500;

/** The extension copies; the button confirms briefly. */
export function CopyButton(props: {
  readonly icon: IconName;
  readonly label: string;
  readonly onCopy: () => void;
}): VNode {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    props.onCopy();
    setCopied((count) => count + 1);
  };
  return (
    <>
      <IconButton icon={copied > 0 ? 'check' : props.icon} label={props.label} onClick={copy} />
      <span class="forReaders" role="status">
        {copied > 0 ? t('Copied') : ''}
      </span>
    </>
  );
}
