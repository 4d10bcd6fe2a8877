import type { Dispatcher } from 'undici';
import undici from 'undici/lib/web/websocket/websocket.js';
import type { WebSocketClass } from '../transport.ts';

export const socketsOver = (dispatcher: Dispatcher): WebSocketClass =>
  class extends undici.WebSocket {
    constructor(url: string | URL, options: ConstructorParameters<WebSocketClass>[1]) {
      super(url, { ...options, dispatcher });
    }
  } as unknown as WebSocketClass;
