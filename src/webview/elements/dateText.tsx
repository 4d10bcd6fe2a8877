import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { relativeDate } from '../../messages/formats.ts';
import { absoluteDate, pageLocale } from './dates.ts';
import { SafeText } from './safeText.tsx';
import { t } from './texts.ts';

/** Relative date that updates, with the absolute date as its tooltip. */
export function DateText({ at }: { readonly at: string | undefined }): VNode {
  const now = useNow();
  if (at === undefined) return <span class="quiet">{t('at an unknown date')}</span>;
  const locale = pageLocale();
  const relative = relativeDate(at, now, locale);
  if (relative === undefined) {
    return (
      <span class="quiet">
        <SafeText text={at} role="name" />
      </span>
    );
  }
  return (
    <time class="quiet" dateTime={at} title={absoluteDate(at, locale)}>
      {relative}
    </time>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
