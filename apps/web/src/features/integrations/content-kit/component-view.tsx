import { useCallback, useEffect, useRef, useState } from 'react';
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
  const latest = useRef(0);
  const render = useCallback(
    async (given: { props: Record<string, unknown>; state?: State; action?: Action }) => {
      const number = ++latest.current;
      setBusy(true);
      setError(undefined);
      try {
        const body = { componentId, ...given, context: { ...context, theme: themeOf() } };
        const output = await call('renderIntegrationUiWithPost', { params: { integrationName }, body });
        if (output.type === 'complete') {
          await client.invalidateQueries();
          onComplete?.(output.returnValue);
        } else if (isElement(output.element) && number === latest.current) {
          const { element } = output;
          const state = initialState(element, { ...given.state, ...output.state });
          setShown((before) => ({
            element,
            state: given.state && before ? withLaterValues(state, given.state, before.state) : state,
            props: output.props ?? given.props,
          }));
        }
      } catch (failure) {
        setError(failure as RequestError);
      } finally {
        if (number === latest.current) setBusy(false);
      }
    },
    // The component begins once for each place; what it is given later comes from its own script.
    [integrationName, componentId, JSON.stringify(context)],
  );
  useEffect(() => void render({ props }), [render]);

  const act = (given: Action, state = shown?.state ?? {}) => {
    const action = resolveState(given, state) as Action;
    if (action.action === '@ui.url.open') open(String(action.url), '_blank', 'noreferrer');
    else if (action.action === '@ui.modal.open')
      setModal({ componentId: String(action.componentId), props: (action.props ?? {}) as Record<string, unknown> });
    else if (action.action === '@ui.modal.close') onComplete?.(action.returnValue);
    else if (shown) void render({ props: shown.props, state, action });
  };
  return (
    <div className="component" aria-busy={isBusy}>
      {error && <Failure error={error} onRetry={() => void render({ props })} />}
      {!shown && !error && <Loading lines={3} />}
      {shown && (
        <ElementView
          element={shown.element}
          state={shown.state}
          isBusy={isBusy}
          onState={(name, value) => setShown({ ...shown, state: { ...shown.state, [name]: value } })}
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
              if (shown) void render({ props: shown.props, state: shown.state });
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
