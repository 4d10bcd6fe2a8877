import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { lengthRemark } from './lengthRemark.ts';
import { t } from '../elements/texts.ts';

const pauseMs = 150;

/** Warns about long lines. */
export function MessageField(props: { readonly text: string; readonly onText: (text: string) => void }): VNode {
  const [text, setText] = useState(props.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly text: string } | undefined>(
    undefined,
  );
  useEffect(() => setText(props.text), [props.text]);
  useEffect(() => field.current?.focus(), []);
  const flush = (): void => {
    if (waiting.current === undefined) return;
    clearTimeout(waiting.current.timer);
    props.onText(waiting.current.text);
    waiting.current = undefined;
  };
  const write = (next: string): void => {
    setText(next);
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = { text: next, timer: setTimeout(flush, pauseMs) };
  };
  const remark = lengthRemark(text);
  return (
    <section class="message">
      <label for="message">{t('Message')}</label>
      <div class="ruled">
        <textarea
          id="message"
          ref={field}
          rows={Math.min(14, Math.max(5, text.split('\n').length + 1))}
          placeholder={t('Summary in about 50 characters\n\nWhat and why, in lines of 72')}
          spellcheck
          value={text}
          aria-describedby="messageRemark"
          onInput={(event) => write(event.currentTarget.value)}
          onBlur={flush}
          // pending input must arrive before the shortcut that sends
          onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && flush()}
        />
      </div>
      <p id="messageRemark" class={remark.isLong ? 'remark warning' : 'remark quiet'}>
        {remark.words}
      </p>
    </section>
  );
}
