// Files of undici that are imported without its index.

declare module 'undici/lib/api/index.js' {
  const api: object;
  export default api;
}

declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}

declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}

declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}

declare module 'undici/lib/dispatcher/dispatcher.js' {
  export { Dispatcher as default } from 'undici';
}

declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}

declare module 'undici/lib/web/websocket/websocket.js' {
  import type { WebSocket } from 'undici';
  const module: { readonly WebSocket: typeof WebSocket };
  export default module;
}
