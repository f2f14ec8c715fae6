import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Modal dialog based on <dialog>, which traps and restores the focus. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog ref={element} aria-labelledby="dialog-title" onClose={onClose}>
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}

export interface ConfirmProps {
  title: string;
  /** Button label with a verb, such as "Stop run". */
  action: string;
  isDangerous?: boolean;
  children: ComponentChildren;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirmation dialog. */
export function Confirm({ title, action, isDangerous = false, children, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <form method="dialog" class="actions">
        <button type="submit" class="quiet">
          Cancel
        </button>
        <button type="submit" class={isDangerous ? 'danger' : 'primary'} onClick={onConfirm}>
          {action}
        </button>
      </form>
    </Dialog>
  );
}
