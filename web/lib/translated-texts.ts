/**
 * Keeps React working where a browser's translation has replaced its text nodes with elements.
 * React still refers to a text node that is no longer in the page: removing it would fail and end on
 * the error page, and new text would be invisible. Here both reach the replacement. The same holds
 * for elements that an extension has removed or wrapped in one of its own.
 * See https://github.com/facebook/react/issues/11538.
 */
export function followTranslations(): void {
  /** The element that replaces a text, and the text that an element replaces. */
  const standIns = new WeakMap<Node, ChildNode>();
  const originals = new WeakMap<Node, Node>();
  const { insertBefore, appendChild, removeChild } = Node.prototype;

  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  function note(records: MutationRecord[]): void {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue;
        const standIn = [...addedNodes, previousSibling, nextSibling].find(isFree);
        if (!standIn) continue;
        standIns.set(text, standIn as ChildNode);
        originals.set(standIn, text);
      }
    }
  }

  /** Translations write into `font` elements, which pages do not use. */
  function isFree(node: Node | null): node is HTMLElement {
    return node instanceof HTMLElement && node.localName === "font" && !originals.has(node);
  }

  /** The node that stands where React believes `node` to be. */
  function present<T extends Node | null>(node: T): T {
    if (!(node instanceof Text) || node.isConnected) return node;
    note(observer.takeRecords());
    return (standIns.get(node) as T | undefined) ?? node;
  }

  /** The child of `parent` that is or holds `node`; null if an extension has removed it. */
  function childWith(parent: Node, node: Node | null): Node | null {
    let child = node;
    while (child && child.parentNode !== parent) child = child.parentNode;
    return child;
  }

  Object.assign(Node.prototype, {
    removeChild<T extends Node>(this: Node, child: T): T {
      const standing = present(child);
      const inside = childWith(this, standing);
      if (inside) removeChild.call(this, inside);
      return child;
    },
    insertBefore<T extends Node>(this: Node, node: T, before: Node | null): T {
      insertBefore.call(this, present(node), childWith(this, present(before)));
      return node;
    },
    appendChild<T extends Node>(this: Node, node: T): T {
      appendChild.call(this, present(node));
      return node;
    },
  });

  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue") ?? {};
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string) {
      const standing = present(this);
      if (standing === this) nodeValue.set?.call(this, value);
      else standing.textContent = value;
    },
  });
}
