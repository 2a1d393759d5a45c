let open = false;
const listeners = new Set<() => void>();

/** Opens or closes the panel at the right (R106). */
export function showNotifications(shown: boolean): void {
  open = shown;
  for (const listener of listeners) listener();
}

export const notificationsPanelStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  open: () => open,
};
