import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ReviewView } from '../../../messages/review.ts';
import { hasLostFocus } from '../../elements/host.ts';
import { draftElementId } from './draftCard.tsx';
import type { Host } from '../host.ts';
import { draftsOf } from './reviewState.ts';

const keepAfterMs = 200;

/**
 * Tracks the current draft while the review is shown. If the focused element disappears, its successor gets the focus, or
 * else the page. Restores the position after a reload.
 */
export function useFocus(props: {
  readonly host: Host;
  /** Undefined while hidden. */
  readonly review: ReviewView | undefined;
  readonly scroller: RefObject<HTMLElement | null>;
}) {
  const { host, review, scroller } = props;
  const { current, reviewTop: top } = host.memory;
  const state = useRef({ current, top, order: [] as readonly number[], isRestored: false, timer: 0 });
  const element = (id: number): HTMLElement | null => document.getElementById(draftElementId(id));
  const card = (id: number): void => element(id)?.focus({ preventScroll: true });
  const show = (id: number): void => {
    element(id)?.focus({ preventScroll: true });
    element(id)?.scrollIntoView({ block: 'nearest' });
  };

  useLayoutEffect(() => {
    if (review && scroller.current) scroller.current.scrollTop = state.current.top;
  }, [review === undefined]);
  useLayoutEffect(() => {
    if (!review) return;
    const now = state.current;
    const order = draftsOf(review).map(({ id }) => id);
    const before = now.order;
    now.order = order;
    const isFirst = !now.isRestored;
    now.isRestored = true;
    if (now.current === undefined) return;
    if (!order.includes(now.current)) {
      const place = Math.max(0, before.indexOf(now.current));
      now.current = order[Math.min(place, order.length - 1)];
    }
    if (!isFirst && !hasLostFocus()) return;
    if (now.current === undefined) scroller.current?.focus({ preventScroll: true });
    else if (before.length === 0) card(now.current);
    else show(now.current);
  });

  return {
    current: () => state.current.current,
    card,
    show,
    entered: (id: number): void => {
      if (state.current.current === id) return;
      state.current.current = id;
      host.keep({ current: id });
    },
    scrolled: (): void => {
      const now = state.current;
      now.top = scroller.current?.scrollTop ?? 0;
      clearTimeout(now.timer);
      now.timer = window.setTimeout(() => host.keep({ reviewTop: now.top }), keepAfterMs);
    },
  };
}
