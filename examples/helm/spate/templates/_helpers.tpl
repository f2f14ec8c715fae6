{{- define "spate.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end -}}
{{- end }}

{{- define "spate.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "spate.labels" -}}
{{ include "spate.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "spate.image" -}}
{{ .image.repository }}:{{ .image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "spate.publicUrl" -}}
{{ .Values.publicUrl | default (printf "https://%s.%s.svc:%v" (include "spate.fullname" .) .Release.Namespace .Values.service.port) }}
{{- end }}

{{/* The address of the service inside the cluster. The CA of the service signs the name of its pod, which is that of the Service. */}}
{{- define "spate.internalUrl" -}}
{{- if .Values.tls.existingSecret }}{{ include "spate.publicUrl" . }}{{ else }}https://{{ include "spate.fullname" . }}:{{ .Values.service.port }}{{ end -}}
{{- end }}

{{- define "spate.claim" -}}
{{ .Values.persistence.existingClaim | default (printf "%s-data" (include "spate.fullname" .)) }}
{{- end }}

{{/* A pool with the defaults, as JSON. */}}
{{- define "spate.pool" -}}
{{ mergeOverwrite (deepCopy .root.Values.nodeDefaults) .pool | toJson }}
{{- end }}

{{/* Pools that join a grid of this service, as JSON. */}}
{{- define "spate.managedPools" -}}
{{- $pools := list }}
{{- range .Values.nodePools }}
{{- if not .joinToken }}{{ $pools = append $pools . }}{{ end }}
{{- end }}
{{- $pools | toJson }}
{{- end }}

{{- define "spate.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "spate.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
# Only once: PostgreSQL does not start if its folder is writable for the group.
fsGroupChangePolicy: OnRootMismatch
{{- end }}
