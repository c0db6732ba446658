// The story by the Go client of openapi-generator: upload with metadata, wait, ask, search, export, delete.
//
//	story http://127.0.0.1:7171 TOKEN
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	quipu "example.org/quipu"
)

const name = "papers"

var (
	client  *quipu.APIClient
	session context.Context
)

func main() {
	configuration := quipu.NewConfiguration()
	configuration.Servers = quipu.ServerConfigurations{{URL: os.Args[1]}}
	client = quipu.NewAPIClient(configuration)
	session = context.WithValue(context.Background(), quipu.ContextAccessToken, os.Args[2])

	folder, err := os.MkdirTemp("", "quipu")
	holds(err == nil, err)
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "ferry.md")
	holds(os.WriteFile(path, []byte("# The ferry\n\nNadia Orlo steers the ferry Kestrel since 1998.\n"), 0o600) == nil, path)
	file, err := os.Open(path)
	holds(err == nil, err)

	documents := client.DocumentsAPI
	job, _, err := documents.Upload(session, name).File([]*os.File{file}).Title("The ferry Kestrel").
		Tags([]string{"ferry", "people"}).Metadata(`{"year": 1998}`).Wait(60).Execute()
	holds(finished(job, err).Progress.Done == 1, job)

	shown, _, err := documents.Document(session, name, "uploads/ferry.md").Execute()
	holds(err == nil && shown.Title == "The ferry Kestrel", err)
	holds(fmt.Sprint(shown.Metadata["tags"]) == "[ferry people]", shown.Metadata)

	answer, _, err := client.AskAPI.Ask(session, name).AskBody(*quipu.NewAskBody("Who steers the ferry Kestrel?")).Execute()
	holds(err == nil, err)
	holds(!answer.Refused && strings.Contains(answer.Answer, "Nadia Orlo") && strings.Contains(answer.Answer, "[1]"), answer.Answer)
	holds(answer.Citations[0].Document == "uploads/ferry.md", answer.Citations)

	body := quipu.NewSearchBody("ferry")
	body.Filter = &quipu.FilterBody{Tag: []string{"ferry"}}
	found, _, err := client.AskAPI.Search(session, name).SearchBody(*body).Execute()
	holds(err == nil && len(found.Hits) == 1 && found.Hits[0].Document == "uploads/ferry.md", err)

	export, _, err := client.WorkspacesAPI.Export(session, name).Execute()
	holds(err == nil, err)
	defer os.Remove(export.Name())
	last, rows := "", 0
	for lines := bufio.NewReader(export); ; rows++ {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var row struct{ Row string }
		holds(json.Unmarshal(line, &row) == nil, string(line))
		last = row.Row
	}
	holds(last == "end" && rows > 20, rows)

	job, _, err = documents.DeleteDocument(session, name, "uploads/ferry.md").Wait(60).Execute()
	finished(job, err)
	_, reply, err := documents.Document(session, name, "uploads/ferry.md").Execute()
	holds(err != nil && reply.StatusCode == 404, err)
	fmt.Println("openapi-generator, go: passed")
}

func finished(job *quipu.Job, err error) *quipu.Job {
	for err == nil && (job.State == "queued" || job.State == "running") {
		job, _, err = client.JobsAPI.Job(session, name, job.Id).Wait(30).Execute()
	}
	holds(err == nil && job.State == "done", err)
	return job
}

func holds(condition bool, said any) {
	if !condition {
		log.Panic(said)
	}
}
