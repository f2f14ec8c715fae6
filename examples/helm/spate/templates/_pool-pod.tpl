{{/* Changes with the pods of a pool and with their number. Each revision has a grid and a join token of its own. */}}
{{- define "spate.poolRevision" -}}
{{- $pool := include "spate.pool" . | fromJson }}
{{- print (include "spate.poolPodSpec" (merge (dict "revision" "") .)) $pool.podAnnotations $pool.replicas | sha256sum | trunc 8 }}
{{- end }}

{{- define "spate.poolPodSpec" -}}
{{- $root := .root }}
{{- $name := include "spate.fullname" $root }}
{{- $pool := include "spate.pool" . | fromJson }}
{{- $own := $pool.joinToken -}}
serviceAccountName: {{ $name }}-node
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: 30
{{- if $pool.sandbox }}
# Bubblewrap makes namespaces and mounts a /proc of its own. Kubernetes allows an unmasked /proc only in a user namespace.
hostUsers: false
{{- end }}
securityContext:
  {{- include "spate.podSecurityContext" $root | nindent 2 }}
  # The default profiles forbid namespaces and mounts to processes without capabilities.
  seccompProfile: { type: {{ ternary "Unconfined" "RuntimeDefault" $pool.sandbox }} }
  {{- if $pool.sandbox }}
  appArmorProfile: { type: Unconfined }
  {{- end }}
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: node
    image: {{ include "spate.image" (dict "root" $root "image" $pool.image) }}
    imagePullPolicy: {{ $pool.image.pullPolicy }}
    args:
      - agent
      - --join=@/run/secrets/join-token
      - --dir=/var/lib/spate/node
      {{- if not $own }}
      - --service-url={{ include "spate.internalUrl" $root }}
      {{- end }}
    {{- if or $pool.env (not $pool.sandbox) }}
    env:
      {{- if not $pool.sandbox }}
      - { name: SPATE_SANDBOX, value: 'off' }
      {{- end }}
      {{- range $variable, $value := $pool.env }}
      - name: {{ $variable }}
        value: {{ $value | quote }}
      {{- end }}
    {{- end }}
    startupProbe:
      exec: { command: [spate, health, --node, /var/lib/spate/node] }
      periodSeconds: 5
      timeoutSeconds: 10
      # As long as the token is valid, the node tries to join.
      failureThreshold: 720
    readinessProbe:
      exec: { command: [spate, health, --node, /var/lib/spate/node] }
      periodSeconds: 20
      timeoutSeconds: 10
    resources: {{- toYaml $pool.resources | nindent 6 }}
    securityContext:
      {{- include "spate.securityContext" $root | nindent 6 }}
      {{- if $pool.sandbox }}
      procMount: Unmasked
      {{- end }}
    volumeMounts:
      - { name: data, mountPath: /var/lib/spate }
      - { name: cache, mountPath: /var/cache/spate }
      - { name: tmp, mountPath: /tmp }
      - { name: join-token, mountPath: /run/secrets, readOnly: true }
volumes:
  - { name: data, emptyDir: {} }
  - { name: cache, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
  - name: join-token
    secret:
      {{- if not $own }}
      secretName: {{ $name }}-access
      # Without this key, which the container node-pools writes, the pod does not start.
      items: [{ key: join-token-{{ $pool.name }}-{{ .revision }}, path: join-token }]
      {{- else if $own.existingSecret }}
      secretName: {{ $own.existingSecret }}
      items: [{ key: {{ $own.key | default "join-token" }}, path: join-token }]
      {{- else }}
      secretName: {{ $name }}-pool-{{ $pool.name }}
      {{- end }}
{{- with $pool.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pool.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pool.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
