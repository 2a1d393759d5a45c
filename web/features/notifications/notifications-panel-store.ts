import { createStore } from "#web/lib/store.ts";

/** Whether the panel at the right is open (R106). */
export const notificationsPanel = createStore(false);
