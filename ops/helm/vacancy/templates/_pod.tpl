{{- define "vacancy.labels" -}}
app.kubernetes.io/name: vacancy
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* What all objects are called. */}}
{{- define "vacancy.name" -}}
{{- .Values.name | default (printf "%s-vacancy" .Release.Name) | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "vacancy.selector" -}}
app.kubernetes.io/name: vacancy
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* One container of a role, given as `role`; the context is `root`. */}}
{{- define "vacancy.container" -}}
name: {{ .role }}
image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: [{{ .role | quote }}]
envFrom:
  - secretRef:
      name: {{ .root.Values.secretName }}
  {{- range .root.Values.credentials }}
  - secretRef:
      name: {{ . }}
  {{- end }}
env:
  {{- if .root.Values.sources }}
  - name: SOURCES_FILE
    value: /etc/vacancy/sources.json
  {{- end }}
  {{- if and .root.Values.ingress.enabled (not (hasKey .root.Values.settings "PUBLIC_URL")) }}
  - name: PUBLIC_URL
    value: {{ printf "https://%s" .root.Values.ingress.host | quote }}
  {{- end }}
  {{- /* Helm would print a large number as 5e+06. */}}
  {{- range $name, $value := .root.Values.settings }}
  - name: {{ $name }}
    value: {{ ternary (toJson $value) $value (kindIs "float64" $value) | quote }}
  {{- end }}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: home
    mountPath: /data
  {{- if .root.Values.sources }}
  - name: sources
    mountPath: /etc/vacancy
  {{- end }}
{{- end }}

{{- define "vacancy.pod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
automountServiceAccountToken: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {}
  - name: home
    emptyDir: {}
  {{- if .Values.sources }}
  - name: sources
    configMap:
      name: {{ include "vacancy.name" . }}-sources
  {{- end }}
{{- end }}
