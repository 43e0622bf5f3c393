import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { call, RequestError } from '../../../api/client';
import { Dialog } from '../../../ui/dialog';
import { Failure, Loading } from '../../../ui/states';
import { ElementView } from './element-view';
import {
  initialState,
  isElement,
  resolveState,
  withLaterValues,
  type Action,
  type Element,
  type State,
} from './elements';

/** The place where a component is shown, besides the theme. */
export interface ComponentContext {
  type: 'configuration_account' | 'configuration_space' | 'configuration_site';
  organizationId?: string;
  spaceId?: string;
  siteId?: string;
}

interface ComponentViewProps {
  integrationName: string;
  componentId: string;
  context: ComponentContext;
  props: Record<string, unknown>;
  /** Is told when the component is done. */
  onComplete?(returnValue: unknown): void;
}

interface ComponentAnswer {
  element: Element;
  state: State;
  props: Record<string, unknown>;
}

/** A component that the script of an integration describes; what the user does there is told to the script. */
export function ComponentView({ integrationName, componentId, context, props, onComplete }: ComponentViewProps) {
  const [shown, setShown] = useState<ComponentAnswer>();
  const [error, setError] = useState<RequestError>();
  const [isBusy, setBusy] = useState(false);
  const [modal, setModal] = useState<{ componentId: string; props: Record<string, unknown> }>();
  const client = useQueryClient();
  /** The answer that is shown, also before React renders it. */
  const current = useRef<ComponentAnswer>(undefined);
  const show = (answer: ComponentAnswer) => {
    current.current = answer;
    setShown(answer);
  };
  /** Requests wait for the one before, whose answer they are about. */
  const queue = useRef(Promise.resolve());
  const waiting = useRef(0);

  const send = async (props: Record<string, unknown>, state?: State, action?: Action) => {
    setError(undefined);
    try {
      const body = { componentId, props, state, action, context: { ...context, theme: themeOf() } };
      const output = await call('renderIntegrationUiWithPost', { params: { integrationName }, body });
      if (output.type === 'complete') {
        await client.invalidateQueries();
        onComplete?.(output.returnValue);
      } else if (isElement(output.element)) {
        const { element } = output;
        const answered = initialState(element, { ...state, ...output.state });
        const later = state && current.current?.state;
        show({
          element,
          state: later ? withLaterValues(answered, state, later) : answered,
          props: output.props ?? props,
        });
      }
    } catch (failure) {
      setError(failure as RequestError);
    }
  };
  const enqueue = (request: () => Promise<void>) => {
    waiting.current++;
    setBusy(true);
    queue.current = queue.current.then(request).finally(() => setBusy(--waiting.current > 0));
  };
  const begin = () => enqueue(() => send(props));
  const tell = (action?: Action) =>
    enqueue(() => send(current.current?.props ?? props, current.current?.state, action));
  // The component begins once for each place; what it is given later comes from its own script.
  useEffect(begin, [integrationName, componentId, JSON.stringify(context)]);

  const act = (given: Action) => {
    const action = resolveState(given, current.current?.state ?? {}) as Action;
    if (action.action === '@ui.url.open') open(String(action.url), '_blank', 'noreferrer');
    else if (action.action === '@ui.modal.open')
      setModal({ componentId: String(action.componentId), props: (action.props ?? {}) as Record<string, unknown> });
    else if (action.action === '@ui.modal.close') onComplete?.(action.returnValue);
    else tell(action);
  };
  return (
    <div className="component" aria-busy={isBusy}>
      {error && <Failure error={error} onRetry={begin} />}
      {!shown && !error && <Loading lines={3} />}
      {shown && (
        <ElementView
          element={shown.element}
          state={shown.state}
          isBusy={isBusy}
          onState={(name, value) => {
            const { state, ...answer } = current.current!;
            show({ ...answer, state: { ...state, [name]: value } });
          }}
          onAction={act}
        />
      )}
      {modal && (
        <Dialog title="Integration" isOpen onClose={() => setModal(undefined)}>
          <ComponentView
            integrationName={integrationName}
            componentId={modal.componentId}
            context={context}
            props={modal.props}
            onComplete={() => {
              setModal(undefined);
              tell();
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

function themeOf(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
