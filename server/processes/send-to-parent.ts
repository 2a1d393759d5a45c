/**
 * Sends a message to the process that started this one, if any. One that has ended does not get it:
 * "disconnect" reports that, and without the callback the failure would end this process.
 */
export const sendToParent = (message: object | string): void => {
  process.send?.(message, undefined, undefined, () => undefined);
};
